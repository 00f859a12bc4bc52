# One call that is answered and one that is refused, with the generated client.
import json
import sys
from uuid import UUID

from sittings_client import AuthenticatedClient
from sittings_client.api.sessions import restore_interview

base_url, token, own, foreign = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=token)
answered = restore_interview.sync(UUID(own), client=client)
refused = restore_interview.sync(UUID(foreign), client=client)
print(json.dumps([answered.status, str(refused.code)]))
