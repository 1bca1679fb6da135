import type { Access } from '@atelier/contracts/kernel/contract';
import { type Role, roleMay } from '@atelier/contracts/kernel/permissions';
import type { Answer } from './ask.ts';
import type { Row } from './matrix.ts';

export type Verdict = 'allowed' | 'unauthenticated' | 'forbidden' | 'hidden';

const refusals = {
  forbidden: '403 auth.forbidden',
  unauthenticated: '401 auth.unauthenticated',
  hidden: '404 request.not_found',
};

/** Returns what the permission table and `access` say about a role; null stands for a caller who is not signed in. */
export const verdictOn = (access: Access, role: Role | null): Verdict => {
  if ('public' in access) return 'allowed';
  if ('appUser' in access) return 'unauthenticated';
  if (role === null) return 'unauthenticated';
  if ('internal' in access) return 'hidden';
  return 'allow' in access && !roleMay(role, access.allow) ? 'forbidden' : 'allowed';
};

const isRefusal = ({ status }: Answer): boolean => status === 401 || status === 403;

/**
 * Returns true when the endpoint let the caller pass. An unknown path counts as a failure, because it means that the
 * server does not serve what the contract describes.
 */
const isAllowed = (answer: Answer, row: Row): boolean =>
  answer.status < 500 &&
  answer.code !== 'request.not_found' &&
  (!isRefusal(answer) || (row.refusesItself ?? []).includes(answer.code ?? ''));

const shown = ({ status, code }: Answer): string => `${status}${code === null ? '' : ` ${code}`}`;

/** Returns undefined when the answer is as expected, else what is wrong with it. */
export const faultOf = (answer: Answer, verdict: Verdict, row: Row): string | undefined => {
  if (verdict === 'allowed')
    return isAllowed(answer, row) ? undefined : `should be let in, got ${shown(answer)}`;
  const wanted = refusals[verdict];
  return shown(answer) === wanted ? undefined : `should be refused with ${wanted}, got ${shown(answer)}`;
};
