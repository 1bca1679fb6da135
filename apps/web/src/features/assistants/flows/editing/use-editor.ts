import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowContent, FlowDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { writeFlow } from '@atelier/flows';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { tellHost } from '../../../../lib/browser/host-window.ts';
import { buildQueryKey } from '../../../../lib/query.ts';
import { watchConnection } from '../../../../lib/server/connection.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { toastError } from '../../../../ui/feedback/toasts.tsx';
import { describeMeanwhile, meanwhileIn } from '../../../../ui/forms/revisions/meanwhile.tsx';
import { useSaveFlow } from '../api.ts';
import { FlowEditor } from '../model/flow-editor.ts';

/** The flow as `update` takes it. */
const contentOf = (flow: Flow) => writeFlow(flow) as FlowContent;

/** Edits a flow: `editor` changes and saves it, `saved` is what the server has of it. */
export const useEditor = (details: FlowDetails, initial: Flow) => {
  const client = useQueryClient();
  const { mutateAsync } = useSaveFlow();
  const [saved, setSaved] = useState(details);
  const { flowId } = details;
  const remember = (reply: FlowDetails) => {
    setSaved(reply);
    client.setQueryData(buildQueryKey(flows.endpoints.get, { params: { id: flowId }, query: {} }), reply);
  };
  const [editor] = useState(
    () =>
      new FlowEditor(initial, details.version.revision, {
        save: async (flow, revision) => {
          const body = { ...contentOf(flow), ...(revision === undefined ? {} : { revision }) };
          const reply = await mutateAsync({ params: { id: flowId }, body });
          remember(reply);
          tellHost({ type: 'FLOW_SAVED', flowId, versionId: reply.versionId });
          return reply.version.revision;
        },
        onMisfit: toastError,
        describe: (error) => {
          const description = describeError(error);
          const meanwhile = meanwhileIn(description);
          const message = meanwhile ? describeMeanwhile(meanwhile) : description.message;
          return { message, isRefused: meanwhile !== undefined };
        },
      }),
  );
  const state = useSyncExternalStore(editor.subscribe, editor.getState);
  // A draft that could not be saved is saved as soon as the server is back.
  useEffect(
    () =>
      watchConnection(() => {
        if (editor.getState().saving === 'failed') void editor.saveNow();
      }),
    [editor],
  );
  // The last change is saved although the user has left the screen.
  useEffect(() => () => void editor.saveNow(), [editor]);
  return { editor, state, saved, remember };
};

export type Editing = ReturnType<typeof useEditor>;
