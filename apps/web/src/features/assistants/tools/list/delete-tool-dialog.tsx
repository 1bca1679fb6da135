import type { ToolLine } from '@atelier/contracts/assistants/tools/tool-shapes';
import { DeleteDialog } from '../../../../lib/entities/delete-dialog.tsx';
import { DeleteConsequences } from '../../../../ui/content/delete-consequences.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useRemoveTool, useToolRemoval } from '../api.ts';

interface DeleteToolDialogProps {
  tool: Pick<ToolLine, 'toolId' | 'name'>;
  onClose: () => void;
}

/** Says which agents lose a tool before it is deleted. */
export const DeleteToolDialog = ({ tool: { toolId, name }, onClose }: DeleteToolDialogProps) => {
  const removal = useToolRemoval(toolId);
  const remove = useRemoveTool(name);
  return (
    <DeleteDialog
      name={name}
      onClose={onClose}
      onDelete={() => remove.mutateAsync({ params: { id: toolId }, query: {} })}
    >
      <QueryView query={removal} errorTitle="What uses it could not be read">
        {({ usedBy }) =>
          usedBy.length === 0 ? (
            <p className="flat">No agent uses it.</p>
          ) : (
            <>
              <p className="flat">These agents go on without it:</p>
              <DeleteConsequences>
                {usedBy.map((use) => (
                  <li key={use.id}>
                    <TextLink to={`/agent?id=${use.id}`}>{use.name}</TextLink>
                  </li>
                ))}
              </DeleteConsequences>
            </>
          )
        }
      </QueryView>
    </DeleteDialog>
  );
};
