import { apps } from '@atelier/contracts/assistants/apps';
import type { Model, Provider } from '@atelier/contracts/content/models';
import { useRead } from '../../../lib/query.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { useRemoveProvider } from './api.ts';
import { fallingBack } from './model/falling-back.ts';
import classes from './models.module.css';

interface DeleteProviderProps {
  provider: Provider;
  models: Model[];
  onClose: () => void;
}

const mostNamed = 8;

const Consequences = ({ names, takesDefault }: { names: string[]; takesDefault: boolean }) => (
  <>
    {names.length === 0 ? (
      <p>No app has chosen one of its models by name.</p>
    ) : (
      <>
        <p>These apps stay online and are answered by the default model instead:</p>
        <ul className="below-2 indent">
          {names.slice(0, mostNamed).map((name) => (
            <li key={name}>{name}</li>
          ))}
          {names.length > mostNamed ? <li>and {names.length - mostNamed} more</li> : null}
        </ul>
      </>
    )}
    {takesDefault ? (
      <p>
        It provides your default model. Apps on “Default” will use the next available model, or quote when
        there is none.
      </p>
    ) : null}
  </>
);

/** Says what will use the default model once the provider has been deleted. */
export const DeleteProvider = ({ provider, models, onClose }: DeleteProviderProps) => {
  const remove = useRemoveProvider();
  const list = useRead(apps.endpoints.list, { query: { limit: 100 } });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete “${provider.name}”?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync({ params: { id: provider.providerId } })}
    >
      <div className={classes.consequences}>
        <p>Its key is erased and its models can no longer be chosen.</p>
        <QueryView query={list}>
          {({ items }) => {
            const { apps: names, takesDefault } = fallingBack(provider, items, models);
            return <Consequences names={names} takesDefault={takesDefault} />;
          }}
        </QueryView>
      </div>
    </ConfirmDialog>
  );
};
