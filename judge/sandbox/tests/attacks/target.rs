//! Something outside the sandbox to attack.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};

use libtest_mimic::Failed;
use sandbox::Program;

use crate::{Bench, processes};

/// Files, listeners and an input that nobody may touch.
pub(crate) struct Target {
    pub(crate) secret: PathBuf,
    pub(crate) input: PathBuf,
    tcp: TcpListener,
    udp: UdpSocket,
    abstract_socket: UnixListener,
    stat: (u32, i64, u64),
    files: Vec<OsString>,
}

const SECRET: &str = "a secret\n";
const INPUT: &str = "41\n";

impl Target {
    pub(crate) fn new(bench: &Bench) -> Result<Target, Failed> {
        let folder = bench.place("target")?;
        let secret = folder.join("secret");
        fs::write(&secret, SECRET)?;
        let input = folder.join("input");
        fs::write(&input, INPUT)?;
        for file in [&secret, &input] {
            // It is not the file's mode that keeps a program out.
            fs::set_permissions(file, fs::Permissions::from_mode(0o666))?;
        }
        let (tcp, udp) = listeners()?;
        let name = format!("sandbox-test-{}", tcp.local_addr()?.port());
        let abstract_socket = UnixListener::bind_addr(&SocketAddr::from_abstract_name(name)?)?;
        tcp.set_nonblocking(true)?;
        udp.set_nonblocking(true)?;
        abstract_socket.set_nonblocking(true)?;
        Ok(Target {
            stat: stat(&secret)?,
            files: names(&folder)?,
            secret,
            input,
            tcp,
            udp,
            abstract_socket,
        })
    }

    pub(crate) fn port(&self) -> u16 {
        self.tcp.local_addr().map_or(0, |address| address.port())
    }

    pub(crate) fn is_untouched(&self, program: &Program) -> Result<(), Failed> {
        let folder = self.secret.parent().ok_or("no folder")?;
        if names(folder)? != self.files {
            return Err("the folder outside has changed".into());
        }
        if fs::read_to_string(&self.secret)? != SECRET || stat(&self.secret)? != self.stat {
            return Err("the file outside has changed".into());
        }
        if fs::read_to_string(&self.input)? != INPUT {
            return Err("the input has changed".into());
        }
        let heard = [
            self.tcp.accept().map(drop),
            self.udp.recv(&mut [0; 8]).map(drop),
            self.abstract_socket.accept().map(drop),
        ];
        if !heard
            .iter()
            .all(|heard| matches!(heard, Err(error) if error.kind() == ErrorKind::WouldBlock))
        {
            return Err("somebody called from inside".into());
        }
        let Some(file) = program
            .argv
            .first()
            .map(Path::new)
            .filter(|file| file.is_absolute())
        else {
            return Ok(());
        };
        for process in processes()? {
            if fs::read_link(process.join("exe")).is_ok_and(|exe| exe == file) {
                return Err(format!("{} lives on", process.display()).into());
            }
        }
        Ok(())
    }
}

/// The same port for both.
fn listeners() -> Result<(TcpListener, UdpSocket), Failed> {
    for _ in 0..100 {
        let tcp = TcpListener::bind("127.0.0.1:0")?;
        if let Ok(udp) = UdpSocket::bind(tcp.local_addr()?) {
            return Ok((tcp, udp));
        }
    }
    Err("no port is free for both protocols".into())
}

fn stat(path: &Path) -> Result<(u32, i64, u64), Failed> {
    let data = fs::metadata(path)?;
    Ok((data.mode(), data.mtime_nsec(), data.nlink()))
}

fn names(folder: &Path) -> Result<Vec<OsString>, Failed> {
    let mut names: Vec<OsString> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name()))
        .collect::<Result<_, std::io::Error>>()?;
    names.sort();
    Ok(names)
}
