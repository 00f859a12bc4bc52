// A whole sitting, held with the Java client that OpenAPI Generator makes.
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Sitting {
  private static final String QUOTE = "there is a pump organ, walnut, with eleven stops of which seven answer";
  private static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();

  private interface Call {
    void make() throws ApiException;
  }

  public static void main(String[] arguments) throws Exception {
    JsonNode given = JSON.readTree(arguments[0]);
    ApiClient client = new ApiClient();
    client.updateBaseUri(given.get("baseUrl").asText());
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + given.get("token").asText()));
    UUID artist = UUID.fromString(given.get("artistId").asText());
    SessionsApi sessions = new SessionsApi(client);

    Session session = sessions.startInterviewSitting(artist, new StartInput().requestId(UUID.randomUUID())).getSession();
    InterviewMemory memory = new MemoryApi(client).readInterviewMemory(artist, session.getSitting(), null, null);
    OriginalReference cited = new OriginalReference()
        .kind(OriginalReference.KindEnum.ORIGINAL)
        .sourceId("vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06")
        .revision("916d008bcdbd1bb2b60704e6a57172e607c37872071a0466939611bb63b555b6")
        .start(164)
        .end(234)
        .quote(QUOTE);
    OfferInput offer = new OfferInput()
        .ordinal(1)
        .memorySnapshotId(memory.getSnapshotId())
        .question("Seven of eleven stops answer. Which one do you miss?")
        .references(List.of(new Reference(cited)));
    Question asked = sessions.offerInterviewQuestion(artist, session.getId(), offer).getQuestion();
    if (!asked.getReferences().get(0).getOriginalReference().getQuote().equals(QUOTE)) throw new IllegalStateException("quote");
    AnswerInput answer = new AnswerInput().expectedRevision(asked.getRevision()).answer("The vox humana.");
    Question saved = sessions.saveInterviewAnswer(artist, asked.getId(), answer).getQuestion();

    ResponsesApi responses = new ResponsesApi(client);
    ReviseInput second = new ReviseInput().expectedRevision(saved.getRevision()).note("In full.")
        .answer("The vox humana. It sounded like nobody I know. 🔔");
    ReviseInput third = new ReviseInput().expectedRevision(saved.getRevision()).note("In full.").answer("The tremulant.");
    String revised = responses.reviseInterviewResponse(artist, saved.getId(), second, null).getResponse().getAnswer();
    Map<String, Object> stale = refusal(() -> responses.reviseInterviewResponse(artist, saved.getId(), third, null));
    SessionState state = sessions.finishInterviewSitting(artist, session.getId(), Map.of()).getSession().getState();

    ResearchApi research = new ResearchApi(client);
    int slices = 0;
    while (slices < 100 && research.advanceResearch(new AdvanceRequest().artistId(artist)).getAdvanceSlice().getRan()) slices++;
    int sources = 0;
    int pages = 0;
    String cursor = null;
    do {
      SourceList page = new KnowledgeApi(client).listArtistSources(artist, 1, cursor, null);
      sources += page.getSources().size();
      pages++;
      cursor = page.getBudget().getNextCursor();
    } while (cursor != null);
    UUID foreign = UUID.fromString(given.get("foreignId").asText());
    Map<String, Object> refused = refusal(() -> sessions.restoreInterview(foreign));
    // The generated client reads every answer as JSON, and a stream of events is none.

    Map<String, Object> outcome = new LinkedHashMap<>();
    outcome.put("state", state.getValue());
    outcome.put("revised", revised);
    outcome.put("stale", stale);
    outcome.put("advanced", slices > 0 && slices < 100);
    outcome.put("pages", pages == sources && pages > 1);
    outcome.put("refused", refused);
    outcome.put("streamed", null);
    // The client's own mapper leaves null out.
    System.out.write(new ObjectMapper().writeValueAsBytes(outcome));
    System.out.flush();
  }

  private static Map<String, Object> refusal(Call call) throws Exception {
    try {
      call.make();
    } catch (ApiException refused) {
      String code = JSON.readValue(refused.getResponseBody(), Failure.class).getCode();
      return Map.of("status", refused.getCode(), "code", code);
    }
    throw new IllegalStateException("nothing was refused");
  }
}
