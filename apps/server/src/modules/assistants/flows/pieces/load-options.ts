import type { FieldOption, FieldValues } from '@atelier/contracts/fields/fields';
import { findPiece, PieceError } from '@atelier/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { calledFailure } from '../../../../kernel/outbound/called-failure.ts';
import { hideSecrets, inTurn, openConnection, outboundIo } from '../../../content/connections/index.ts';
import { createPlatform } from '../engine/platform.ts';

interface Asked {
  /** The action or trigger that has the field. */
  member: string;
  field: string;
  input: FieldValues;
  connectionId: string | undefined;
  signal: AbortSignal;
}

/** The time limit, because a form waits. */
const patienceMs = 30_000;
const turnPatienceMs = 20_000;

/** Loads the choices of a field. Throws `pieces.not_found`, `pieces.options_failed` and what `openConnection` throws. */
export const loadOptions = async (ctx: Ctx, name: string, asked: Asked): Promise<FieldOption[]> => {
  const piece = findPiece(name) ?? fail('pieces.not_found');
  const member = [...piece.actions, ...piece.triggers].find((one) => one.name === asked.member);
  if (!member?.options) return fail('pieces.not_found');
  const opened = asked.connectionId === undefined ? undefined : await openConnection(ctx, asked.connectionId);
  const call = {
    input: asked.input,
    ...(opened && { connection: opened.values }),
    signal: AbortSignal.any([asked.signal, AbortSignal.timeout(patienceMs)]),
    io: outboundIo(ctx.services.outbound),
    platform: createPlatform(ctx, { flowId: '', spend: () => undefined }),
  };
  const turn = { ...asked, signal: call.signal, patienceMs: turnPatienceMs };
  return inTurn(ctx, turn, async () => (await member.options?.(call, asked.field)) ?? []).catch(
    (error: unknown) => {
      if (!(error instanceof PieceError)) throw error;
      const message = opened ? hideSecrets(opened, error.message) : error.message;
      throw calledFailure(error, { failed: 'pieces.options_failed', message });
    },
  );
};
