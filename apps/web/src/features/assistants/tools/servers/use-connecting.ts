import type { Mcp } from '@atelier/contracts/assistants/tools/mcp-shapes';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { toastError } from '../../../../ui/feedback/toasts.tsx';
import { useAuthorizationWindow } from '../../../content/fields/index.ts';
import { readGrantAddress, useCheckMcp, useCreateMcp, useUpdateMcp } from './api.ts';
import { toMcpConnection, typedName } from './mcp-form.ts';

interface Connecting {
  mcp: Mcp | undefined;
  values: FieldValues;
  onSaved: (mcp: Mcp) => void;
  /** Takes the server with the tools that were read with the account. */
  onConnected: (mcp: Mcp) => void;
}

/** Connects an account to a server as it is in a form: the server is saved, access is allowed in another window, and the tools are read. */
export const useConnecting = ({ mcp, values, onSaved, onConnected }: Connecting) => {
  const [create, update, check] = [useCreateMcp(), useUpdateMcp(), useCheckMcp()];
  const save = (): Promise<Mcp> => {
    const connection = toMcpConnection(values);
    if (!mcp) return create.mutateAsync({ body: { ...connection, name: typedName(values) } });
    const { mcpId, name, description, timeoutSeconds, active, settingsRevision: revision } = mcp;
    const kept = { mcpId, name, description, timeoutSeconds, active, revision };
    return update.mutateAsync({ body: { ...connection, ...kept } });
  };
  return useAuthorizationWindow(
    async () => {
      const saved = await save();
      onSaved(saved);
      return readGrantAddress(saved.mcpId);
    },
    ({ authorizationId: id }) =>
      check.mutate(
        { params: { id } },
        {
          onSuccess: (checked) => {
            onSaved(checked);
            if (checked.problem === null) onConnected(checked);
            else toastError(checked.problem);
          },
        },
      ),
  );
};
