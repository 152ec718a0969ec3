// Keeps the exclusive or in a byte, too small for gaps of 256 cells and more.
import java.util.Scanner;

public class SumInAByte {
    public static void main(String[] arguments) {
        Scanner scanner = new Scanner(System.in);
        int n = scanner.nextInt();
        scanner.nextInt();
        byte sum = 0;
        while (n-- > 0) {
            sum ^= Math.abs(scanner.nextInt() - scanner.nextInt()) - 1;
        }
        System.out.println(sum != 0 ? "I WIN!" : "BAD LUCK!");
    }
}
