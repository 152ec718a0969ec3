// Control: Java with a thread.
public class Control {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {});
        t.start(); t.join();
        System.out.println(new java.util.Scanner(System.in).nextInt() + 1);
    }
}
