import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { ImageHandling, type KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { models } from '@atelier/contracts/content/models';
import { Radio, Stack } from '@mantine/core';
import { useRead, useWrite } from '../../../../lib/query.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import type { CreateForm } from '../create/create-base-dialog.tsx';

const { endpoints } = knowledge;

/** The ways to read pictures, with their explanations (IMPORT-34). */
const ways = [
  {
    value: 'OCR',
    label: 'Text recognition',
    description: 'Reads the text in pictures and scanned pages on this server. Free.',
  },
  {
    value: 'PAGE',
    label: 'Describe each page',
    description: 'A model sees each page of a PDF and each picture, and writes down all that is on it.',
  },
  {
    value: 'IMAGES',
    label: 'Describe the pictures',
    description:
      'The text is read as it is; a model describes the pictures, which then stand in it as words.',
  },
] as const;

interface WaysProps {
  value: ImageHandling;
  onChange: (value: ImageHandling) => void;
  disabled?: boolean;
  error?: React.ReactNode;
}

/** Asks for a vision model when the option is chosen, and not only when the first picture fails. */
const Ways = ({ value, onChange, disabled = false, error }: WaysProps) => {
  const seeing = useRead(models.endpoints.list, { query: { type: 'VISION' } });
  const mayDescribe = (seeing.data?.models.length ?? 0) > 0;
  return (
    <Radio.Group
      label="How are pictures read?"
      description={
        seeing.data && !mayDescribe
          ? 'To have pictures described, add a vision model under Models first.'
          : 'Descriptions cost credits for each page or picture.'
      }
      value={value}
      onChange={(chosen) => onChange(ImageHandling.parse(chosen))}
      error={error}
    >
      <Stack gap="xs" mt="xs">
        {ways.map((way) => (
          <Radio
            key={way.value}
            {...way}
            disabled={disabled || (way.value !== 'OCR' && way.value !== value && !mayDescribe)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
};

/** The field in the form for a new knowledge base. */
export const ImageHandlingOfForm = ({ form }: { form: CreateForm }) => {
  const { value, onChange, error } = form.bind('imageHandling');
  return <Ways value={value ?? 'OCR'} onChange={onChange} error={error} />;
};

/** The field in the settings of a knowledge base. A choice is saved at once, like the others for documents. */
export const ImageHandlingPanel = ({ base }: { base: KnowledgeBase }) => {
  const change = useWrite(endpoints.update, {
    refreshes: [endpoints.get, endpoints.list],
    success: 'Settings updated successfully',
    toastFailure: true,
  });
  const params = { id: base.knowledgeBaseId };
  return (
    <Panel title="Pictures" description="Applies to documents that are imported from now on.">
      <Ways
        value={base.imageHandling}
        onChange={(imageHandling) => change.mutate({ params, body: { imageHandling } })}
        disabled={!base.abilities.canUpdate || change.isPending}
      />
    </Panel>
  );
};
