import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { describeMeanwhile, meanwhileIn } from '../../../../ui/forms/revisions/meanwhile.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { heldBackBy, type TestsToPass } from '../../../operate/evaluation/index.ts';
import { usePublishAgent, usePublishAnyway, useSaveAgent } from '../api.ts';
import { AgentForm, fieldOfCode, toAgentForm } from '../model/agent-form.ts';

/** Publishes the saved draft. */
const usePublishing = (id: string, onEnd: (agent: Agent | undefined, error?: unknown) => void) => {
  const { mutateAsync: send, isPending } = usePublishAgent();
  const { mutateAsync: sendAnyway } = usePublishAnyway();
  /** The tests that the draft has to pass, while the quality gate holds it back. */
  const [tests, setTests] = useState<TestsToPass>();
  const finish = (agent: Agent) => {
    onEnd(agent);
    toastSuccess(
      agent.active ? `“${agent.name}” is published.` : `“${agent.name}” is published, and still off.`,
    );
  };
  const publish = async () => {
    try {
      finish(await send({ params: { id } }));
    } catch (error) {
      const held = heldBackBy(error);
      setTests(held);
      if (!held) onEnd(undefined, error);
    }
  };
  /** Publishes a draft that was held back: it has passed, or an owner wants it. Rejects when that is refused. */
  const publishHeld = async (isOverride: boolean) =>
    finish(await (isOverride ? sendAnyway : send)({ params: { id } }));
  const held = tests && { tests, publish: publishHeld, letGo: () => setTests(undefined) };
  return { publish, isPublishing: isPending, held };
};

/** The settings of an agent as they are edited, with what the server has of it. */
export const useAgentForm = (agent: Agent) => {
  const [saved, setSaved] = useState(agent);
  /** Says who has saved other settings meanwhile. */
  const [conflict, setConflict] = useState<string>();
  const save = useSaveAgent();
  const { agentId: id } = agent;

  const remember = (next: Agent) => {
    setSaved(next);
    setConflict(undefined);
    form.reset(toAgentForm(next));
  };

  const send = async (settings: AgentForm, revision: number | undefined) => {
    const body = { ...settings, ...(revision === undefined ? {} : { revision }) };
    remember(await save.mutateAsync({ params: { id }, body }));
  };

  /** Resolves to false when the settings were not saved. */
  const saveNow = async (settings: AgentForm): Promise<boolean> => {
    try {
      await send(settings, saved.revision);
      return true;
    } catch (error) {
      const meanwhile = meanwhileIn(describeError(error));
      if (meanwhile) setConflict(describeMeanwhile(meanwhile));
      else form.refuse(error);
      return false;
    }
  };

  const form = useZodForm(AgentForm, { defaultValues: toAgentForm(agent), fieldOfCode, onSubmit: saveNow });
  const publishing = usePublishing(id, (published, error) =>
    published ? remember(published) : form.refuse(error),
  );

  /** Saves these settings although somebody else has saved others. */
  const overwrite = form.form.handleSubmit((settings) => send(settings, undefined).catch(form.refuse));
  /** Publishes what is in the form, which is saved first. */
  const publish = form.form.handleSubmit(async (settings) => {
    if (!form.isDirty || (await saveNow(settings))) await publishing.publish();
  });

  return {
    form,
    saved,
    remember,
    /** Takes over what does not belong to the settings. */
    patch: (change: Pick<Agent, 'active' | 'abilities'>) => setSaved({ ...saved, ...change }),
    conflict,
    overwrite: () => void overwrite(),
    publish: () => void publish(),
    isPublishing: publishing.isPublishing,
    /** The draft that the quality gate holds back. */
    held: publishing.held,
  };
};

export type AgentEditing = ReturnType<typeof useAgentForm>;
