import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The talk with the referee: one line of JSON comes in for each question, one line goes out for each answer.
 * Choose.java decides. Nothing else may be written to System.out; System.err is for notes to yourself.
 */
final class Main {
    public static void main(String[] words) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Json hello = Json.NULL; // game, seats, seat, options and seed, once at the beginning
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Json message = Json.read(line);
            switch (message.get("type").text()) {
                case "hello" -> hello = message;
                case "choose" -> {
                    System.out.println("{\"action\":\"" + Choose.choose(message, hello) + "\"}");
                    System.out.flush(); // or the referee waits for an answer that sits in our buffer
                }
                default -> { }
            }
        }
    }
}
