import type { FieldValues } from '@atelier/contracts/fields/fields';
import { replaceText } from '@atelier/contracts/fields/find-text';
import { cleanText } from '../../../../kernel/base/clean-text.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { getKind } from '../kinds.ts';
import { connectionRepository } from '../repository.ts';
import type { ConnectionFacts } from './reads.ts';
import { openSecrets, openValues } from './seal-values.ts';

export interface OpenedConnection extends ConnectionFacts {
  /** Includes the secrets: only for the call to the service, never for a reply, a log or the audit. */
  values: FieldValues;
  /** The secrets alone, so that they can be removed from messages. */
  secrets: readonly string[];
  /** Changes whenever the settings change. */
  revision: string;
}

/** Reads a connection with its secrets. Throws `connections.not_found` and `connections.kind_unknown`. */
export const openConnection = (ctx: AnyCtx, id: string): Promise<OpenedConnection> =>
  ctx.tx(async (tx) => {
    const row = (await connectionRepository.find(tx.db, id)) ?? fail('connections.not_found');
    const { name, service, kind } = row;
    const values = openValues(tx, getKind(row), row);
    const secrets = Object.values(openSecrets(tx, row));
    return { id, name, service, kind, values, secrets, revision: row.updatedAt.toISOString() };
  });

/** Removes the secrets from an error message: a service may repeat its input. */
export const hideSecrets = ({ secrets }: Pick<OpenedConnection, 'secrets'>, message: string): string =>
  cleanText(
    secrets
      .filter((secret) => secret.length >= 3)
      .reduce((text, secret) => replaceText(text, secret, '•••'), message)
      .slice(0, 1000),
  );
