import type { FlowTemplate } from '@atelier/contracts/build/flows/flow-shapes';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { toastError } from '../../../../ui/feedback/toasts.tsx';
import { readTemplate, useCreateFlow, useTemplates } from '../api.ts';
import classes from './list.module.css';

/** Makes a flow, empty or from a template, and opens it. */
export const useNewFlow = () => {
  const create = useCreateFlow();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const make = async (templateId?: string) => {
    setBusy(true);
    try {
      const content =
        templateId === undefined ? { displayName: 'New flow' } : (await readTemplate(templateId)).content;
      const { flowId } = await create.mutateAsync({ body: content });
      await navigate({ to: `/flows/${flowId}` });
    } catch (error) {
      toastError(describeError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { make: (templateId?: string) => void make(templateId), isBusy };
};

interface TemplatesProps {
  onChoose: (templateId: string) => void;
  isBusy: boolean;
}

const Cards = ({ templates, onChoose, isBusy }: TemplatesProps & { templates: FlowTemplate[] }) => (
  <ul className={classes.templates}>
    {templates.map(({ templateId, displayName, description, category }) => (
      <li key={templateId}>
        <button
          type="button"
          className={classes.template}
          disabled={isBusy}
          onClick={() => onChoose(templateId)}
        >
          <span className={classes.category}>{category}</span>
          <span className={classes.templateName}>{displayName}</span>
          <span className={classes.note}>{description}</span>
        </button>
      </li>
    ))}
  </ul>
);

/** Flows to begin with. */
export const Templates = (props: TemplatesProps) => {
  const query = useTemplates();
  if (query.data?.templates.length === 0) return null;
  return (
    <section aria-label="Templates">
      <h2 className={classes.heading}>Begin with a template</h2>
      <QueryView query={query} errorTitle="The templates could not be loaded">
        {({ templates }) => <Cards {...props} templates={templates} />}
      </QueryView>
    </section>
  );
};
