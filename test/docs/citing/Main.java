import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

final class Main {
  private static String textOf(String digits) {
    return new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8);
  }

  private static String answer(String[] given) {
    if (given[0].equals("window")) {
      return Citing.windowOf(textOf(given[1]), Integer.parseInt(given[2]), Integer.parseInt(given[3]))
          .map(found -> HexFormat.of().formatHex(found.getBytes(StandardCharsets.UTF_8)))
          .orElse("-");
    }
    return Citing.locate(textOf(given[1]), textOf(given[2])).map(found -> found[0] + " " + found[1]).orElse("-");
  }

  public static void main(String[] none) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) System.out.println(answer(line.split(" ")));
  }
}
