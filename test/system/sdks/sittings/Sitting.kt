// A whole sitting, held with the Kotlin client that OpenAPI Generator makes.
import com.google.gson.GsonBuilder
import com.google.gson.JsonObject
import com.google.gson.JsonParser
import java.util.UUID
import org.openapitools.client.apis.*
import org.openapitools.client.infrastructure.*
import org.openapitools.client.models.*

private const val QUOTE = "there is a pump organ, walnut, with eleven stops of which seven answer"

private fun refusal(call: () -> Unit): Map<String, Any?> = try {
    call()
    error("nothing was refused")
} catch (refused: ClientException) {
    val answer = refused.response as ClientError<*>
    val failure = Serializer.gson.fromJson(answer.body as String, Failure::class.java)
    mapOf("status" to refused.statusCode, "code" to failure.code)
}

fun main(arguments: Array<String>) {
    val given: JsonObject = JsonParser.parseString(arguments[0]).asJsonObject
    val baseUrl = given["baseUrl"].asString
    ApiClient.accessToken = given["token"].asString
    val artist = UUID.fromString(given["artistId"].asString)
    val sessions = SessionsApi(baseUrl)

    val session = sessions.startInterviewSitting(artist, StartInput(UUID.randomUUID())).session
    val memory = MemoryApi(baseUrl).readInterviewMemory(artist, session.sitting)
    val cited = OriginalReference(
        kind = OriginalReference.Kind.original,
        sourceId = "vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06",
        revision = "916d008bcdbd1bb2b60704e6a57172e607c37872071a0466939611bb63b555b6",
        start = 164,
        end = 234,
        quote = QUOTE,
    )
    val question = "Seven of eleven stops answer. Which one do you miss?"
    val offer = OfferInput(1, memory.snapshotId, question, listOf(Reference(cited)))
    val asked = sessions.offerInterviewQuestion(artist, session.id, offer).question
    check((asked.references[0].actualInstance as OriginalReference).quote == QUOTE) { "another quote came back" }
    val answer = AnswerInput(asked.revision, "The vox humana.")
    val saved = sessions.saveInterviewAnswer(artist, asked.id, answer).question

    val responses = ResponsesApi(baseUrl)
    val second = ReviseInput(saved.revision, "The vox humana. It sounded like nobody I know. 🔔", "In full.")
    val third = ReviseInput(saved.revision, "The tremulant.", "In full.")
    val revised = responses.reviseInterviewResponse(artist, saved.id, second).response.answer
    val stale = refusal { responses.reviseInterviewResponse(artist, saved.id, third) }
    val state = sessions.finishInterviewSitting(artist, session.id, JsonObject()).session?.state?.value

    val research = ResearchApi(baseUrl)
    var slices = 0
    while (slices < 100 && (research.advanceResearch(AdvanceRequest(artist)).actualInstance as AdvanceSlice).ran) slices++
    var sources = 0
    var pages = 0
    var cursor: String? = null
    do {
        val page = KnowledgeApi(baseUrl).listArtistSources(artist, 1, cursor)
        sources += page.sources.size
        pages++
        cursor = page.budget.nextCursor
    } while (cursor != null)
    val foreign = UUID.fromString(given["foreignId"].asString)
    val refused = refusal { sessions.restoreInterview(foreign) }
    // The generated client reads JSON, plain text and bytes alone, and a stream of events is none of them.

    val outcome = mapOf(
        "state" to state,
        "revised" to revised,
        "stale" to stale,
        "advanced" to (slices in 1..99),
        "pages" to (pages == sources && pages > 1),
        "refused" to refused,
        "streamed" to null,
    )
    // Bytes, for println would write in the machine's own encoding.
    System.out.write(GsonBuilder().serializeNulls().create().toJson(outcome).toByteArray())
    System.out.flush()
}
