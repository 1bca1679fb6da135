import { apps } from '@atelier/contracts/assistants/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../lib/server/api.ts';
import { toastError } from '../../../../ui/feedback/toasts.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { BasePicker, type ChosenBase } from '../base/base-picker.tsx';
import classes from './settings.module.css';

type AppUse = KnowledgeBase['apps'][number];

interface Switch {
  appId: string;
  from: string;
  to: string;
}

/** Replaces one knowledge base of an app and keeps the others. */
const switchApp = async ({ appId, from, to }: Switch): Promise<void> => {
  const { knowledgeBaseIds } = await call(apps.endpoints.get, { params: { id: appId } });
  const others = knowledgeBaseIds.filter((id) => id !== from && id !== to);
  await call(apps.endpoints.update, { body: { appId, knowledgeBaseIds: [...others, to] } });
};

const useSwitchApp = () => {
  const client = useQueryClient();
  const changed = [
    knowledge.endpoints.get,
    knowledge.endpoints.list,
    apps.endpoints.get,
    apps.endpoints.list,
  ];
  return useMutation({
    mutationFn: switchApp,
    onSuccess: () => Promise.all(changed.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
    onError: (error) => toastError(error.message),
  });
};

const AppRow = ({ app, base }: { app: AppUse; base: KnowledgeBase }) => {
  const [chosen, setChosen] = useState<ChosenBase | null>(null);
  const change = useSwitchApp();
  const from = base.knowledgeBaseId;
  const isSame = chosen?.knowledgeBaseId === from;
  return (
    <li className={`box stack align-end pad-3-4 ${classes.app}`}>
      <TextLink to={`/apps/${app.appId}`}>{app.name}</TextLink>
      <BasePicker
        value={chosen}
        onChange={setChosen}
        error={isSame ? 'Please choose another one.' : undefined}
      />
      <Button
        variant="default"
        disabled={chosen === null || isSame}
        loading={change.isPending}
        aria-label={`Switch ${app.name}`}
        onClick={() => chosen && change.mutate({ appId: app.appId, from, to: chosen.knowledgeBaseId })}
      >
        Switch
      </Button>
    </li>
  );
};

/** Lists the apps that answer from a knowledge base, each with a choice of another one (KB-12, KB-13). */
export const SwitchApps = ({ base }: { base: KnowledgeBase }) =>
  base.apps.length === 0 ? null : (
    <ul className="stack-3 bare" aria-label="Apps that answer from it">
      {base.apps.map((app) => (
        <AppRow key={app.appId} app={app} base={base} />
      ))}
    </ul>
  );
