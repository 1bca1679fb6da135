import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { handleJob } from '../../../../kernel/module/module.ts';
import { lockIndexVersion, updateIndexVersion } from '../../bases/index.ts';
import { segmentMerge } from '../computations.ts';
import { segmentReadingRepository } from '../repository/segment-reading.ts';
import type { Kind, PlacedSegment } from '../tables.ts';
import {
  chooseMerge,
  continueMerge,
  mergeJobType,
  orderMerge,
  orderSweep,
  type Unit,
} from './choose-merge.ts';
import { mergingRepository } from './repository.ts';

/** A job stops after this time and orders another job for the rest, so that other jobs are not delayed. */
const stretchMs = 2000;

/** The bytes to merge, and the live segments in them with their positions before the merge. */
interface Source {
  bytes: Uint8Array;
  parts: readonly PlacedSegment[];
}

const readSources = async (tx: TxCtx, chosen: readonly Unit[]): Promise<Source[]> => {
  const sources: Source[] = [];
  for (const { id } of chosen.filter(({ isMerged }) => isMerged)) {
    const merged = await segmentReadingRepository.readMerged(tx.db, id);
    if (!merged || merged.parts.length === 0) continue;
    const { data: bytes, parts } = merged;
    sources.push({ bytes, parts });
  }
  const alone = chosen.filter(({ isMerged }) => !isMerged).map(({ id }) => id);
  for (const { id, data, docs } of await segmentReadingRepository.readData(tx.db, alone))
    sources.push({ bytes: data, parts: [{ id, first: 0, docs }] });
  return sources;
};

/** Computes the positions of the segments after the dead chunks between them were removed. */
const placeAnew = (sources: readonly Source[]): { parts: PlacedSegment[]; docs: number } => {
  const parts: PlacedSegment[] = [];
  let docs = 0;
  for (const part of sources.flatMap((source) => source.parts)) {
    parts.push({ ...part, first: docs });
    docs += part.docs;
  }
  return { parts, docs };
};

interface Chosen {
  kind: Kind;
  chosen: readonly Unit[];
}

/** Chooses the next merge, of words before vectors. When nothing is due, tells whether merged segments contain deleted chunks. */
const chooseNext = async (
  tx: TxCtx,
  versionId: string,
  { thorough }: { thorough: boolean },
): Promise<{ chosen: Chosen | undefined; isAnyDead: boolean }> => {
  let isAnyDead = false;
  const kinds = ['LEXICAL', 'VECTOR'] as const;
  const listed = await Promise.all(
    kinds.map(async (kind) => {
      const [merged, alone] = await Promise.all([
        mergingRepository.listMerged(tx.db, versionId, kind),
        mergingRepository.listAlone(tx.db, versionId, kind),
      ]);
      return { kind, merged, alone };
    }),
  );
  for (const { kind, merged, alone } of listed) {
    const chosen = chooseMerge([...alone, ...merged], { thorough });
    if (chosen.length > 0) return { chosen: { kind, chosen }, isAnyDead };
    isAnyDead ||= merged.some(({ docs, live }) => live < docs);
  }
  return { chosen: undefined, isAnyDead };
};

/** Locks the version only now. Until now others could delete and publish; chunks that they deleted are dead in the new bytes. */
const putInPlace = async (
  tx: TxCtx,
  versionId: string,
  { kind, chosen, sources, data }: Chosen & { sources: readonly Source[]; data: Uint8Array | undefined },
): Promise<void> => {
  await lockIndexVersion(tx, versionId);
  const { parts, docs } = placeAnew(sources);
  if (data) {
    const id = newId('mrg');
    await mergingRepository.insert(tx.db, { id, indexVersionId: versionId, kind, data, docs });
    if ((await mergingRepository.move(tx.db, id, parts)) === 0) await mergingRepository.remove(tx.db, [id]);
  }
  const old = chosen.filter(({ isMerged }) => isMerged).map(({ id }) => id);
  await mergingRepository.remove(tx.db, old);
  await updateIndexVersion(tx, versionId, { merged: 1 });
};

type MergeOutcome = 'MERGED' | 'NOTHING' | 'BUSY' | 'DEAD_LEFT';

/**
 * Runs one merge of a version in one transaction, so that a crash at any moment changes nothing. Segments keep their ids
 * and documents, so neither the revision nor searches are affected. Imports, edits and deletions wait only for the few
 * statements at the end.
 */
export const mergeOnce = (
  ctx: Ctx,
  versionId: string,
  { thorough }: { thorough: boolean },
): Promise<MergeOutcome> =>
  ctx.tx(async (tx) => {
    if (!(await mergingRepository.claim(tx.db, versionId))) return 'BUSY';
    const { chosen: next, isAnyDead } = await chooseNext(tx, versionId, { thorough });
    if (!next) return isAnyDead ? 'DEAD_LEFT' : 'NOTHING';
    const sources = await readSources(tx, next.chosen);
    const data =
      sources.length === 0
        ? undefined
        : await tx.services.compute.run(
            segmentMerge,
            { kind: next.kind, sources },
            { tenantId: tx.tenantId },
          );
    await putInPlace(tx, versionId, { ...next, sources, data });
    return 'MERGED';
  });

/** Merges for a limited time. Returns whether more is left to do. */
const mergeForAWhile = async (ctx: Ctx, versionId: string, thorough: boolean): Promise<MergeOutcome> => {
  const until = performance.now() + stretchMs;
  let outcome: MergeOutcome;
  do outcome = await mergeOnce(ctx, versionId, { thorough });
  while (outcome === 'MERGED' && performance.now() < until);
  return outcome;
};

/** Returns the order that follows a job, depending on how it ended. */
const following = { MERGED: continueMerge, BUSY: orderMerge, DEAD_LEFT: orderSweep, NOTHING: undefined };

export const mergeJob = handleJob(mergeJobType, async (ctx, { versionId, thorough = false }) => {
  const outcome = await mergeForAWhile(ctx, versionId, thorough);
  const next = following[outcome];
  if (next) await ctx.tx((tx) => next(tx, versionId));
});
