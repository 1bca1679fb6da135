import { auth, type OperatorState } from '@atelier/contracts/account/identity/auth';
import { useRead } from '../query.ts';
import { call } from '../server/api.ts';

const fragment = /^#operator=([\w-]+)$/;

/**
 * Takes the operator's code out of an address such as `/signup#operator=…`, so that it is in no history. Servers and their
 * logs never see what stands behind `#`.
 */
export const takeOperatorCode = (address: URL, replace: (address: string) => void): string | undefined => {
  const code = fragment.exec(address.hash)?.[1];
  if (code !== undefined) replace(address.pathname + address.search);
  return code;
};

/** Shows the server the code of whoever runs it; it answers with a cookie that no script can read. */
export const proveOperator = async (code: string): Promise<void> => {
  await call(auth.endpoints.proveOperator, { body: { code } });
};

export interface Operator extends OperatorState {
  /** Mails wait on the server, and this browser may read them. */
  readsOutbox: boolean;
  /** Mails wait on the server, and this browser has not shown yet that it may read them. */
  lacksProof: boolean;
}

/** What this browser may do for whoever runs the server; undefined until the server has said so. */
export const useOperator = (): Operator | undefined => {
  const { data } = useRead(auth.endpoints.operator, {}, { staleTime: 60_000 });
  return (
    data && {
      ...data,
      readsOutbox: data.state === 'PROVEN' && !data.sendsMail,
      lacksProof: data.state === 'UNPROVEN' && !data.sendsMail,
    }
  );
};
