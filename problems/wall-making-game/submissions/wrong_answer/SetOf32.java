// Wrong: keeps the values of the options in a set of 32 bits. Boards without marks have options up to
// 27, but a few marks give larger ones, and the shift drops their upper bits.
import java.util.Scanner;

public class SetOf32 {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int h = in.nextInt(), w = in.nextInt();
        String[] board = new String[h];
        for (int i = 0; i < h; i++) board[i] = in.next();

        // The value of the rows top..bottom and the columns left..right, ends excluded.
        int[][][][] value = new int[h + 1][w + 1][h + 1][w + 1];
        for (int height = 1; height <= h; height++) {
            for (int width = 1; width <= w; width++) {
                for (int top = 0; top + height <= h; top++) {
                    for (int left = 0; left + width <= w; left++) {
                        int bottom = top + height, right = left + width, options = 0;
                        for (int i = top; i < bottom; i++) {
                            for (int j = left; j < right; j++) {
                                if (board[i].charAt(j) == 'X') continue;
                                options |= 1 << (value[top][left][i][j] ^ value[top][j + 1][i][right]
                                        ^ value[i + 1][left][bottom][j] ^ value[i + 1][j + 1][bottom][right]);
                            }
                        }
                        value[top][left][bottom][right] = Integer.numberOfTrailingZeros(~options);
                    }
                }
            }
        }
        System.out.println(value[0][0][h][w] != 0 ? "First" : "Second");
    }
}
