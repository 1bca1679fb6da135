import type { Connection, ConnectionService } from '@atelier/contracts/content/connections/connections';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { replaceText } from '@atelier/contracts/fields/find-text';
import { cleanText } from '../../../../kernel/base/clean-text.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { findConnectionUses } from '../connection-uses.ts';
import { getKind } from '../kinds.ts';
import { presentConnection } from '../present.ts';
import { type ConnectionPage, connectionRepository } from '../repository.ts';
import { namesOfSecrets, openSecrets, openValues } from './seal-values.ts';

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

/** Throws `connections.not_found`. */
export const getConnection = (ctx: AnyCtx, id: string): Promise<Connection> =>
  ctx.tx(async (tx) => {
    const row = (await connectionRepository.find(tx.db, id)) ?? fail('connections.not_found');
    return presentConnection(tx, row, {
      uses: await findConnectionUses(tx, [id]),
      secretsSet: namesOfSecrets(tx, row),
    });
  });

export const listConnections = (ctx: AnyCtx, query: ConnectionPage) =>
  ctx.tx(async (tx) => {
    const page = await connectionRepository.list(tx.db, query);
    const uses = await findConnectionUses(
      tx,
      page.rows.map(({ id }) => id),
    );
    const items = page.rows.map((row) =>
      presentConnection(tx, row, { uses, secretsSet: namesOfSecrets(tx, row) }),
    );
    return { items, nextCursor: page.nextCursor, total: page.total };
  });

/** Lists the client ids of connections that ask for consent. Client ids are not secret. */
export const listClientIds = (ctx: AnyCtx) =>
  ctx.tx(async (tx) => {
    const rows = await connectionRepository.listAll(tx.db);
    return rows.flatMap(({ id, name, settings }) => {
      const clientId = settings['clientId'];
      return typeof clientId === 'string' && clientId !== '' ? [{ connectionId: id, name, clientId }] : [];
    });
  });

/** Lists the kinds of which the company has a connection. */
export const listConnectionKinds = (tx: TxCtx) => connectionRepository.listKinds(tx.db);

/** The part of a connection that other modules may see. */
export interface ConnectionFacts {
  id: string;
  name: string;
  service: ConnectionService;
  kind: string;
}

export const findConnection = (ctx: AnyCtx, id: string): Promise<ConnectionFacts | undefined> =>
  ctx.tx(async (tx) => {
    const row = await connectionRepository.find(tx.db, id);
    return row && { id, name: row.name, service: row.service, kind: row.kind };
  });
