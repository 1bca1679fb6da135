import type { GraphState } from '@atelier/contracts/content/graph/graph-shapes';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatExactCredits } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { ActionsMenu } from '../../../ui/layout/actions-menu.tsx';
import { useRemoveGraph } from './api.ts';

/** The actions on the graph as a whole. */
export const GraphMenu = ({ id, state }: { id: string; state: GraphState }) => {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveGraph();
  if (!state.abilities['canBuild']) return null;
  return (
    <>
      <ActionsMenu
        label="Actions for the graph"
        actions={[
          {
            label: 'Delete graph',
            icon: <IconTrash size={16} />,
            danger: true,
            onRun: () => setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Delete the graph?"
        confirmLabel="Delete"
        onConfirm={() => remove.mutateAsync({ params: { id } })}
      >
        {formatCount(state.counts.entities, 'entity', 'entities')} with their relations are deleted, and so is
        every manual correction. The documents stay. Building it again costs what it cost (
        {formatExactCredits(state.spentCredits)} credits so far).
      </ConfirmDialog>
    </>
  );
};
