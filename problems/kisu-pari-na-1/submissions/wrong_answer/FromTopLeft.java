// Mistake: measures the distance of a cell from the top left corner, where the indices begin, and
// not from the bottom right one. That is the same parity only when R + C is even.
import java.io.DataInputStream;
import java.io.IOException;

public class FromTopLeft {
    private static final byte[] block = new byte[1 << 16];
    private static int at = 0;
    private static int end = 0;
    private static DataInputStream input;

    private static int nextByte() throws IOException {
        if (at == end) {
            at = 0;
            end = input.read(block);
            if (end <= 0) {
                end = 0;
                return -1;
            }
        }
        return block[at++];
    }

    private static int nextNumber() throws IOException {
        int symbol = nextByte();
        while (symbol != -1 && (symbol < '0' || symbol > '9')) {
            symbol = nextByte();
        }
        int value = 0;
        while (symbol >= '0' && symbol <= '9') {
            value = 10 * value + (symbol - '0');
            symbol = nextByte();
        }
        return value;
    }

    public static void main(String[] arguments) throws IOException {
        input = new DataInputStream(System.in);
        StringBuilder output = new StringBuilder();
        int grids = nextNumber();
        for (int grid = 1; grid <= grids; grid++) {
            int rows = nextNumber();
            int columns = nextNumber();
            int x = 0;
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    int coins = nextNumber();
                    if ((row + column) % 2 == 1) {
                        x ^= coins;
                    }
                }
            }
            output.append("Case ").append(grid).append(x != 0 ? ": win\n" : ": lose\n");
        }
        System.out.print(output);
    }
}
