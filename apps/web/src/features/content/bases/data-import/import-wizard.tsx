import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useKeepOverReload } from '../../../../lib/browser/kept-over-reload.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { Wizard } from '../../../../ui/forms/wizard.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { ConfigurationStep } from './configuration-step.tsx';
import { FinishStep } from './finish-step.tsx';
import { type ImportStart, useImportStart } from './import-start.ts';
import { kbTour, kbTourEnd } from './kb-tour.ts';
import { RefinementStep } from './refinement-step.tsx';
import { SourceStep } from './source-step.tsx';
import { type ImportDraft, useImportDraft } from './use-import-draft.ts';
import { useStartImport } from './use-start-import.ts';
import { useWizardStep } from './use-wizard-step.ts';

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
