import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useKeepOverReload } from '../../../../lib/browser/kept-over-reload.ts';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import { describeError, type ErrorDescription } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { Wizard } from '../../../../ui/forms/wizard.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { useUploads } from '../../files/index.ts';
import { toSourceBody, useStartSource } from '../../sources/index.ts';
import { ConfigurationStep } from './configuration-step.tsx';
import { FinishStep } from './finish-step.tsx';
import type { BegunImport } from './import-progress.tsx';
import { type ImportStart, useImportStart } from './import-start.ts';
import { kbTour, kbTourEnd } from './kb-tour.ts';
import { RefinementStep } from './refinement-step.tsx';
import { SourceStep } from './source-step.tsx';
import { type ImportDraft, useImportDraft } from './use-import-draft.ts';

interface WizardStart {
  /** The index of the furthest step that may be shown at first. */
  reachedAtFirst: number;
  isBegun: boolean;
}

/** Keeps the step of a wizard in the address, so that the browser's back and forward buttons move between steps. */
const useWizardStep = (ids: readonly string[], { reachedAtFirst, isBegun }: WizardStart) => {
  const [{ step }] = useUrlWords(['step']);
  const navigate = useNavigate();
  const [reached, setReached] = useState(reachedAtFirst);
  const named = Math.max(ids.indexOf(step), 0);
  const active = isBegun ? ids.length - 1 : Math.min(named, reached);
  const showInAddress = (index: number, replace: boolean) =>
    void navigate({
      to: '.',
      replace,
      search: (before: Record<string, unknown>) => ({ ...before, step: ids[index] }),
    });
  // An address may name a step whose previous steps are no longer filled in.
  useEffect(() => {
    if (!isBegun && named > reached) showInAddress(reached, true);
  });
  return {
    active,
    reached,
    onChange: (index: number) => {
      setReached(Math.max(reached, index));
      showInAddress(index, false);
    },
  };
};

/** Starts the import: first the source, because the server may refuse it, then the upload. */
const useStartImport = (kept: BegunImport | undefined) => {
  const uploads = useUploads();
  const startSource = useStartSource();
  const [begun, setBegun] = useState(kept);
  const [failure, setFailure] = useState<ErrorDescription>();
  const start = async ({ files, source, labels }: ImportDraft, knowledgeBaseId: string) => {
    const type = source?.entry.type;
    setFailure(undefined);
    try {
      const body = type && {
        ...toSourceBody(source.entry, source.form.draft),
        type,
        knowledgeBaseId,
        labels,
      };
      const made = body ? await startSource.mutateAsync({ body }) : undefined;
      if (files.length > 0) uploads.add(knowledgeBaseId, files, labels);
      setBegun({ knowledgeBaseId, sourceId: made?.sourceId, hasFiles: files.length > 0 });
    } catch (error) {
      setFailure(describeError(error));
    }
  };
  return { begun, failure, start, isStarting: startSource.isPending };
};

const ids = ['source', 'configuration', 'refinement', 'finish'] as const;
type StepId = (typeof ids)[number];

/** Returns the message for an incomplete step; undefined when it is complete. */
const findOmission = (step: StepId, draft: ImportDraft): string | undefined => {
  const { kind, source, files, target, base } = draft;
  if (step === 'source') return kind === 'enterprise' && !source ? 'Please choose a connector' : undefined;
  if (step === 'configuration')
    return source || files.length > 0 ? undefined : 'Please choose at least one file, or add a text';
  if (step !== 'refinement' || target === 'new') return undefined;
  return base ? undefined : 'Please choose a knowledge base';
};

/** Resolves to true when a step is complete. Its own fields show their errors. */
const judgeStep = async (step: StepId, draft: ImportDraft): Promise<boolean> => {
  if (findOmission(step, draft) !== undefined) return false;
  if (step === 'configuration') return draft.source?.form.judge() ?? true;
  if (step !== 'refinement' || draft.target === 'existing') return true;
  return draft.newBase.form.trigger(undefined, { shouldFocus: true });
};

/**
 * Returns the index of the furthest step after a reload. Files are not kept, so steps after the choice of files are locked
 * again.
 */
const reachedWith = ({ reached, fileCount }: ImportStart): number =>
  Math.min(reached, ids.indexOf(fileCount > 0 ? 'configuration' : 'finish'));

/** The wizard for an import, in the four steps of the tour (ROUTE-14, TOUR-02 to TOUR-06). */
export const ImportWizard = ({ entries }: { entries: readonly ConnectorEntry[] }) => {
  const navigate = useNavigate();
  const atFirst = useImportStart();
  const draft = useImportDraft(entries, atFirst);
  const { begun, failure, start, isStarting } = useStartImport(atFirst.begun);
  const position = useWizardStep(ids, { reachedAtFirst: reachedWith(atFirst), isBegun: begun !== undefined });
  useKeepOverReload(atFirst.key, () => ({ ...draft.toKeep(), reached: position.reached, begun }));
  const [refused, setRefused] = useState<StepId>();
  const errorFor = (step: StepId) => (refused === step ? findOmission(step, draft) : undefined);
  const judge = async (step: StepId): Promise<boolean> => {
    const isComplete = await judgeStep(step, draft);
    setRefused(isComplete ? undefined : step);
    return isComplete;
  };
  const finish = async (): Promise<StepId | undefined> => {
    if (begun) {
      await navigate({ to: `/knowledge-base/${begun.knowledgeBaseId}/documents` });
      return undefined;
    }
    for (const step of ids) if (!(await judge(step))) return step;
    const base = draft.target === 'new' ? await draft.makeBase() : draft.base;
    if (!base) return 'refinement';
    await start(draft, base.knowledgeBaseId);
    return undefined;
  };
  const contents: Record<StepId, ReactNode> = {
    source: <SourceStep entries={entries} draft={draft} error={errorFor('source')} />,
    configuration: <ConfigurationStep draft={draft} error={errorFor('configuration')} />,
    refinement: <RefinementStep draft={draft} error={errorFor('refinement')} />,
    finish: <FinishStep draft={draft} begun={begun} />,
  };
  const isFinishing = isStarting || draft.newBase.isSubmitting;
  return (
    <Panel>
      <Wizard
        steps={ids.map((id, index) => ({
          id,
          label: kbTour[index]?.title ?? '',
          content: contents[id],
          validate: () => judge(id),
        }))}
        position={position}
        finishLabel={begun ? kbTourEnd : 'Start import'}
        onFinish={finish}
        onCancel={() => void navigate({ to: '/knowledge-base' })}
        isFinishing={isFinishing}
        isBegun={begun !== undefined}
        failure={<FormFailure failure={failure ?? draft.newBase.failure} />}
      />
      <LeaveQuestion isDirty={draft.isDirty && !begun && !isFinishing} onPath />
    </Panel>
  );
};
