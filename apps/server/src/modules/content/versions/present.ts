import type { IndexVersion } from '@atelier/contracts/content/versions/index-versions';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunRow } from '../../../kernel/runs/index.ts';
import type { IndexVersionRow } from '../bases/index.ts';
import { reindexRunType, type versionContentRepository } from '../indexing/index.ts';
import { abilitiesOf, keptDays } from './policy.ts';

const dayMs = 24 * 60 * 60 * 1000;

const presentRun = ({ status, progress, stage, note, cause, input }: RunRow): IndexVersion['run'] => ({
  status,
  progress,
  stage,
  note,
  error: cause,
  switches: reindexRunType.input.parse(input).switches,
});

interface Shown {
  version: IndexVersionRow;
  run: RunRow | undefined;
  pending: number;
  facts: Awaited<ReturnType<typeof versionContentRepository.readFacts>>;
}

export const presentVersion = (ctx: AnyCtx, { version, run, pending, facts }: Shown): IndexVersion => ({
  indexVersionId: version.id,
  status: version.status,
  chunking: version.chunking,
  embeddingModelId: version.embeddingModelId,
  vectorStore: version.vectorStore,
  connectionId: version.connectionId,
  language: version.language,
  format: version.format,
  ...facts,
  pending,
  creditLimit: version.creditLimit,
  spentCredits: version.spentCredits,
  createdAt: version.createdAt.toISOString(),
  retiredAt: version.retiredAt?.toISOString() ?? null,
  deletedAt: version.retiredAt && new Date(version.retiredAt.getTime() + keptDays * dayMs).toISOString(),
  run: run ? presentRun(run) : null,
  abilities: abilitiesOf(ctx, version, run),
});
