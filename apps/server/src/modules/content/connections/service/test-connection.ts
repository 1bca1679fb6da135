import { ConnectorError } from '@atelier/connectors';
import type {
  Connection,
  ConnectionService,
  ConnectionTest,
} from '@atelier/contracts/content/connections/connections';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { PieceError } from '@atelier/pieces';
import { VectorStoreError } from '@atelier/vector-stores';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { OutboundError } from '../../../../kernel/outbound/outbound.ts';
import { getKind, type KnownKind } from '../kinds.ts';
import { connectionRepository } from '../repository.ts';
import type { ConnectionRow } from '../tables.ts';
import { getConnection, hideSecrets } from './reads.ts';
import { completeValues, openSecrets, openValues, sealValues } from './seal-values.ts';

/** A test ends after this time at the latest. */
const testMs = 30_000;

const known = (error: unknown): { code: string; message: string } => {
  if (
    error instanceof VectorStoreError ||
    error instanceof ConnectorError ||
    error instanceof PieceError ||
    error instanceof OutboundError
  )
    return { code: error.code, message: error.message };
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { code: 'outbound.timeout', message: 'There was no answer within 30 seconds.' };
  return {
    code: 'connections.unexpected',
    message: 'The other side answered in a way that was not foreseen. Please check address and kind.',
  };
};

/** Tests a connection outside any transaction. A failure is returned as the outcome, not thrown. */
const tryIt = async (ctx: Ctx, kind: KnownKind, values: FieldValues): Promise<ConnectionTest> => {
  const startedAt = performance.now();
  const secrets = Object.values(openSecrets(ctx, sealValues(ctx, kind, values)));
  const outcome = await kind.test(ctx, values, AbortSignal.timeout(testMs)).then(
    (message) => ({ ok: true, message, code: null }),
    (error: unknown) => {
      const { code, message } = known(error);
      ctx.log.info({ code, kind: kind.kind }, 'connection test failed');
      return { ok: false, message, code };
    },
  );
  const durationMs = Math.round(performance.now() - startedAt);
  return { ...outcome, message: hideSecrets({ secrets }, outcome.message), durationMs };
};

const read = (ctx: Ctx, id: string): Promise<ConnectionRow> =>
  ctx.tx(async (tx) => (await connectionRepository.find(tx.db, id)) ?? fail('connections.not_found'));

interface Trial {
  service: ConnectionService;
  kind: string;
  values: FieldValues;
  connectionId?: string | undefined;
}

/**
 * Tests the values of a form. Throws what `completeValues` throws, `connections.kind_unknown` and `connections.not_found`.
 */
export const testConnection = async (ctx: Ctx, trial: Trial): Promise<ConnectionTest> => {
  const kind = getKind(trial);
  const row = trial.connectionId === undefined ? undefined : await read(ctx, trial.connectionId);
  if (row && (row.kind !== trial.kind || row.service !== trial.service)) fail('connections.kind_unknown');
  return tryIt(ctx, kind, completeValues(kind, trial.values, row && openValues(ctx, kind, row)));
};

/** Tests a saved connection and stores the outcome with it. Throws `connections.not_found`. */
export const testSavedConnection = async (ctx: Ctx, id: string): Promise<Connection> => {
  const row = await read(ctx, id);
  const kind = getKind(row);
  const outcome = await tryIt(ctx, kind, openValues(ctx, kind, row));
  return ctx.tx(async (tx) => {
    const lastTest = { ...outcome, testedAt: tx.now().toISOString() };
    // If the settings were changed meanwhile, the outcome is not stored, because it does not apply to them.
    await connectionRepository.keepTest(tx.db, row, lastTest);
    await tx.audit('connections.tested', id, { ok: outcome.ok, code: outcome.code });
    return getConnection(tx, id);
  });
};
