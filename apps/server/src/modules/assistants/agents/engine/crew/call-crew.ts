import type { ToolCall, ToolOutcome } from '@atelier/agents';
import type { RunContext } from '../../../../../kernel/runs/index.ts';
import type { CrewBinding } from '../bound-tool.ts';
import type { Team } from '../team.ts';
import { mostNotes, noteRepository } from './notes/repository.ts';

const toOutcome = (text: string, isFailed = false): ToolOutcome => ({
  ...{ text, output: text, isFailed, durationMs: 0 },
});

/** Carries out a call of one of the tools that the agents of a crew share. `name` is unique in the run. */
export const callCrew = async (
  run: RunContext,
  { team, author, name }: { team: Team; author: string; name: string },
  { does, input }: { does: CrewBinding['does']; input: ToolCall['input'] },
): Promise<ToolOutcome> => {
  const { runId } = team;
  if (does === 'PLAN') return toOutcome('The plan is written down.');
  if (does === 'WRITE_NOTE') {
    const text = typeof input['text'] === 'string' ? input['text'] : '';
    // It happens exactly once, whatever happens to the server.
    const at = await run.transaction(
      `@note/${name}`,
      async ({ db }) => (await noteRepository.add(db, { runId, author, text })) ?? null,
    );
    return at === null
      ? toOutcome(
          `There are ${mostNotes} notes, which is as many as there may be. Go on without this one.`,
          true,
        )
      : toOutcome(`This is note ${at}.`);
  }
  const after = Number(input['after'] ?? 0);
  const notes = await run.step(`@notes/${name}`, () =>
    run.ctx.tx(async ({ db }) =>
      (await noteRepository.list(db, runId, after)).map(({ at, author: by, text }) => ({ at, by, text })),
    ),
  );
  const text = notes.map(({ at, by, text: said }) => `${at}. ${by}: ${said}`).join('\n');
  return { ...toOutcome(text === '' ? 'There are no further notes.' : text), output: notes };
};
