import type { CrewMember, CrewWork, PlanStep } from '@atelier/contracts/assistants/agents/crew-shapes';
import { IconArrowNarrowRight, IconCrown, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Ago } from '../../../../../lib/ago.tsx';
import { formatCount, formatExactCredits } from '../../../../../lib/format.ts';
import { isOpen, type StatusWords } from '../../../../../lib/runs/run-words.ts';
import { spanInWords } from '../../../../../lib/span-in-words.ts';
import { WrittenAnswer } from '../../../../../ui/content/written-answer.tsx';
import { describeError } from '../../../../../ui/feedback/describe-error.ts';
import { StatusBadge } from '../../../../../ui/feedback/status-badge.tsx';
import { Fold } from '../../../../../ui/layout/fold.tsx';
import { useCrewWork } from '../../crews/api.ts';
import type { LiveRun } from '../live-run.ts';
import { agentRunWords } from '../run-words.ts';
import classes from './picture.module.css';

const planWords: Record<PlanStep['state'], StatusWords> = {
  OPEN: { label: 'Open', tone: 'neutral' },
  UNDER_WAY: { label: 'Under way', tone: 'progress' },
  DONE: { label: 'Done', tone: 'success' },
  DROPPED: { label: 'Dropped', tone: 'neutral' },
};

/** A supervisor waits for those who work, anybody else for a decision or for an agent of their own. */
const memberWords = ({ state, role }: Pick<CrewMember, 'state' | 'role'>): StatusWords => {
  if (state === 'IDLE') return { label: 'Nothing to do yet', tone: 'neutral' };
  if (state === 'WAITING' && role === 'SUPERVISOR') return { label: 'Waits for the others', tone: 'info' };
  return agentRunWords[state];
};

const describeMember = ({ tasks, credits, workMs, role }: CrewMember): string =>
  [
    ...(role === 'SUPERVISOR' ? [] : [formatCount(tasks, 'task')]),
    spanInWords(workMs),
    `${formatExactCredits(credits)} credits`,
  ].join(' · ');

const Member = ({ member, isOfRun }: { member: CrewMember; isOfRun: boolean }) => {
  const { name, role, state, task, runId, hasTakenOver } = member;
  const words = memberWords(member);
  const Icon = role === 'SUPERVISOR' ? IconCrown : IconUser;
  return (
    <li
      className={`surface-box stack-1 min-0 content-start pad-3 ${classes.member}`}
      data-role={role}
      data-at-work={isOpen({ status: member.state }) || undefined}
    >
      <span className="row-2">
        <Icon size={18} aria-hidden="true" />
        <span className="break-anywhere medium">{name ?? 'Deleted agent'}</span>
        <StatusBadge tone={words.tone}>{words.label}</StatusBadge>
      </span>
      <span className="note regular">
        {role === 'SUPERVISOR'
          ? 'Supervisor'
          : hasTakenOver
            ? 'Has taken over the conversation'
            : 'Works for it'}
      </span>
      {task === '' ? null : <span className="break-anywhere clamp-3">{task}</span>}
      {state === 'IDLE' ? null : <span className="note regular">{describeMember(member)}</span>}
      {runId === null || isOfRun ? null : (
        <Link to="/agent-run" search={{ id: runId }} className="small out-link fit">
          Show its run <IconArrowNarrowRight size={14} aria-hidden="true" />
        </Link>
      )}
    </li>
  );
};

const Plan = ({ work: { plan, revisions } }: { work: CrewWork }) => (
  <section aria-label="Plan">
    <h3 className="large medium below-2">
      Plan{' '}
      {revisions === 0 ? null : (
        <span className="note regular">changed {formatCount(revisions, 'time')}</span>
      )}
    </h3>
    <ol className="stack-3 bare">
      {plan.map(({ task, member, state }) => (
        <li key={`${member} ${task}`} className={`wrap-2 break-anywhere ${classes.step}`} data-state={state}>
          <StatusBadge tone={planWords[state].tone}>{planWords[state].label}</StatusBadge>
          <span>
            {task}
            {member === null ? null : <span className="note regular"> {member}</span>}
          </span>
        </li>
      ))}
    </ol>
  </section>
);

const Notes = ({ notes }: Pick<CrewWork, 'notes'>) => (
  <Fold label="Shared notes" summary={formatCount(notes.length, 'note')}>
    <ol className={`stack-3 bare ${classes.notes}`}>
      {notes.map(({ at, author, text, writtenAt }) => (
        <li key={at}>
          <span className="note regular">
            {author}, <Ago at={writtenAt} />
          </span>
          <WrittenAnswer>{text}</WrittenAnswer>
        </li>
      ))}
    </ol>
  </Fold>
);

/** A picture of a run of a crew: the supervisor above, the agents that work for it below. It is a list of the same facts for screen readers. */
export const CrewPicture = ({ runId, run }: { runId: string; run: LiveRun }) => {
  const isOver = run.state !== null && run.state.endedAt !== null;
  const { data, error } = useCrewWork(runId, isOver);
  if (!data) return error ? <p role="alert">{describeError(error).message}</p> : null;
  const [supervisor, ...others] = data.members;
  return (
    <section className="stack-3 one-column" aria-label="Who does what">
      <ul className="stack-3 bare">{supervisor ? <Member member={supervisor} isOfRun /> : null}</ul>
      <div className={`flex ${classes.lines}`} aria-hidden="true">
        {others.map((member) => (
          <span key={member.agentId} data-at-work={isOpen({ status: member.state }) || undefined} />
        ))}
      </div>
      <ul className={`bare stack-3 ${classes.members}`} aria-label="Agents that work for the supervisor">
        {others.map((member) => (
          <Member key={member.agentId} member={member} isOfRun={false} />
        ))}
      </ul>
      <p className="note regular">Together: {formatExactCredits(data.credits)} credits</p>
      {data.plan.length === 0 ? null : <Plan work={data} />}
      {data.notes.length === 0 ? null : <Notes notes={data.notes} />}
    </section>
  );
};
