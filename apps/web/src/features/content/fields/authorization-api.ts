import { AuthorizationAddress, authorization } from '@atelier/contracts/content/connections/authorization';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { useRead } from '../../../lib/query.ts';
import { buildRequestPath, toRejection } from '../../../lib/server/api.ts';
import { unwrap } from '../../../lib/server/api-error.ts';
import { failureWithoutAnswer, send } from '../../../lib/server/http.ts';

const { endpoints } = authorization;

export const useAuthorizationProviders = () => useRead(endpoints.providers, {}, { staleTime: 60_000 });

/** Returns the address at which the user allows access. This call succeeds by `status` 200, not by the envelope (API-15). */
export const readAuthorizationUrl = async (
  provider: string,
): Promise<AuthorizationAddress['responseData']> => {
  const endpoint = endpoints.authorizationUrl;
  const response = await send({
    method: endpoint.method,
    path: buildRequestPath(endpoint),
    body: { provider },
  });
  const text = await response.text();
  const judged = AuthorizationAddress.safeParse(parseJson(text));
  if (judged.success) return judged.data.responseData;
  const refused = unwrap(response.status, text, response.statusText);
  throw 'error' in refused ? toRejection(endpoint, refused.error) : failureWithoutAnswer(undefined);
};
