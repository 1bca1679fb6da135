import type { Provider, ProviderType } from '@atelier/contracts/content/models';
import { IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { ActionsMenu, type MenuAction } from '../../../ui/layout/actions-menu.tsx';
import { useTestProvider } from './api.ts';
import classes from './models.module.css';
import { ProviderMark } from './provider-mark.tsx';

interface ProviderCardProps {
  provider: Provider;
  type: ProviderType | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

const ModelNames = ({ label, names }: { label: string; names: string[] }) =>
  names.length === 0 ? null : (
    <div className={`stack-2 ${classes.models}`}>
      <dt className="muted small">{label}</dt>
      <dd className="flex flex-wrap gap-1">
        {names.map((name) => (
          <code key={name}>{name}</code>
        ))}
      </dd>
    </div>
  );

const useTest = (provider: Provider) => {
  const test = useTestProvider();
  return () => {
    const { providerId, kind, settings, chatModels } = provider;
    test.mutate(
      { body: { providerId, kind, settings, chatModels } },
      {
        onSuccess: ({ ok, message, latencyMs }) =>
          ok
            ? toastSuccess(`${provider.name} works: answered in ${latencyMs.toLocaleString('en')} ms.`)
            : toastError(`${provider.name}: ${message}`, { duration: 8000 }),
        onError: (error) => toastError(error.message),
      },
    );
  };
};

/** One provider with its models and the actions on it. */
export const ProviderCard = ({ provider, type, onEdit, onDelete }: ProviderCardProps) => {
  const test = useTest(provider);
  const actions: MenuAction[] = provider.abilities.canUpdate
    ? [
        { label: 'Edit', icon: <IconPencil size={16} />, onRun: onEdit },
        { label: 'Test', icon: <IconPlugConnected size={16} />, onRun: test },
        { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: onDelete },
      ]
    : [];
  const label = type?.label ?? provider.kind;
  return (
    <li className={`surface-box-lg stack-4 min-0 ${classes.card}`}>
      <div className={`stack align-center ${classes.cardHead}`}>
        <ProviderMark kind={provider.kind} />
        <div className={`min-0 ${classes.cardName}`}>
          <h3>{provider.name}</h3>
          <p>
            {label}
            {provider.settings.baseUrl ? ` · ${provider.settings.baseUrl}` : ''}
          </p>
        </div>
        <div className={classes.badge}>
          {provider.managed ? <StatusBadge tone="info">Set by the operator</StatusBadge> : null}
          {provider.secretsSet.length > 0 ? <StatusBadge tone="success">Key saved</StatusBadge> : null}
        </div>
        <ActionsMenu label={`Actions for ${provider.name}`} actions={actions} />
      </div>
      <dl className="stack-2 flat">
        <ModelNames label="Chat" names={provider.chatModels} />
        <ModelNames label="Embedding" names={provider.embeddingModels} />
        <ModelNames label="Transcription" names={provider.transcriptionModels} />
        <ModelNames label="Seeing" names={provider.visionModels} />
        <ModelNames label="Reranking" names={provider.rerankModels} />
      </dl>
    </li>
  );
};
