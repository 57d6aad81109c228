import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A complete bot for every game of Plowshares, in Java 11 or later, with nothing but the standard library.
 *
 * <p>The referee writes one JSON object a line to our standard input, and we answer with one JSON object a line on our
 * standard output. Everything for people goes to standard error.
 *
 * <p>Build it: plowshares bot build kits/java. Try it: plowshares bot check kits/java --game stratego. Then change
 * `choose` below.
 */
public class Bot {
    private static final Random CHANCE = new Random();

    public static void main(String[] words) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String id = get(line, "id");
            switch (get(line, "type")) {
                case "\"hello\"":
                    // The beginning of the match: game, options, our seat, the clock. We only want numbers each turn.
                    say("{\"type\":\"ready\",\"name\":\"java kit\",\"wants\":[\"numbers\"]}");
                    break;
                case "\"turn\"":
                    // Our turn. The same id in the answer shows the referee which question it belongs to.
                    play(id, choose(line));
                    break;
                case "\"refused\"":
                    // The last answer was not legal: ask for the first legal action and play that.
                    System.err.println("refused: " + get(line, "message"));
                    if (!get(line, "left").equals("0")) {
                        say("{\"type\":\"legal\",\"id\":" + id + ",\"from\":0,\"count\":1}");
                    }
                    break;
                case "\"legal\"":
                    play(id, get(parts(get(line, "actions")).get(0), "action"));
                    break;
                case "\"result\"":
                    System.err.println("the end: " + get(line, "sentence"));
                    break;
                default:
            }
        }
    }

    /**
     * Return the number of a legal action. This is the place for your ideas: `turn` is the whole message, and with other
     * "wants" than ours it holds the view, the log, and every legal action as text and as an object.
     */
    static String choose(String turn) {
        List<String> numbers = parts(get(turn, "numbers"));
        return numbers.get(CHANCE.nextInt(numbers.size()));
    }

    static void play(String id, String action) {
        say("{\"type\":\"play\",\"id\":" + id + ",\"action\":" + action + "}");
    }

    /** Send one message; without the flush it would stay in a buffer, and our time would run out. */
    static void say(String message) {
        System.out.print(message + "\n");
        System.out.flush();
    }

    // Reading JSON without a library: a value is the piece of text it is written in.

    /** Split what is between the brackets of an object or a list into its parts. */
    static List<String> parts(String value) {
        List<String> found = new ArrayList<>();
        for (int i = 1; i + 1 < value.length(); ) {
            int end = endOf(value, i);
            found.add(value.substring(i, end));
            i = end + 1;
        }
        return found;
    }

    /** Return the value of a key of an object; empty if there is none. */
    static String get(String object, String key) {
        String start = "\"" + key + "\":";
        for (String part : parts(object)) {
            if (part.startsWith(start)) {
                return part.substring(start.length());
            }
        }
        return "";
    }

    /** Find the end of the value that begins at `from`. */
    static int endOf(String text, int from) {
        int depth = 0;
        boolean inString = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (inString && c == '\\') {
                i++;
            } else if (c == '"') {
                inString = !inString;
            } else if (!inString && (c == '{' || c == '[')) {
                depth++;
            } else if (!inString && (c == '}' || c == ']') && depth-- == 0) {
                return i; // the end of what we are in
            } else if (!inString && c == ',' && depth == 0) {
                return i;
            }
        }
        return text.length();
    }
}
