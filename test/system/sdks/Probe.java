// One call that is answered and one that is refused, with the generated client.
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.SessionsApi;
import org.openapitools.client.model.InterviewState;

public class Probe {
  public static void main(String[] given) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(given[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + given[1]));
    SessionsApi sessions = new SessionsApi(client);
    InterviewState answered = sessions.restoreInterview(UUID.fromString(given[2]));
    try {
      sessions.restoreInterview(UUID.fromString(given[3]));
      throw new IllegalStateException("the foreign artist was not refused");
    } catch (ApiException refused) {
      org.openapitools.client.model.Error body =
          ApiClient.createDefaultObjectMapper().readValue(refused.getResponseBody(), org.openapitools.client.model.Error.class);
      System.out.println("[\"" + answered.getStatus() + "\",\"" + body.getCode() + "\"]");
    }
  }
}
