import { auth, type OperatorState } from '@atelier/contracts/account/identity/auth';
import { useRead } from '../query.ts';
import { call } from '../server/api.ts';

const fragment = /^#operator=([\w-]+)$/;

/**
 * Removes the operator's code from an address such as `/signup#operator=…` and returns it, so that it stays out of the
 * browser's history. Servers and their logs never see the part after `#`.
 */
export const takeOperatorCode = (address: URL, replace: (address: string) => void): string | undefined => {
  const code = fragment.exec(address.hash)?.[1];
  if (code !== undefined) replace(address.pathname + address.search);
  return code;
};

/** Sends the operator's code to the server, which answers with a cookie that no script can read. */
export const proveOperator = async (code: string): Promise<void> => {
  await call(auth.endpoints.proveOperator, { body: { code } });
};

export interface Operator extends OperatorState {
  /** True when mails wait on the server and this browser may read them. */
  readsOutbox: boolean;
  /** True when mails wait on the server and this browser has not proven yet that its user is the operator. */
  lacksProof: boolean;
}

/** Reads what this browser may do on the operator's behalf; undefined until the server has answered. */
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
