import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import { connections } from '@atelier/contracts/content/connections/connections';
import { isObject } from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { usesConnection } from '@atelier/flows/validation';
import { useRead } from '../../../../lib/query.ts';
import { ConnectionSettings } from '../../../content/connections/index.ts';
import { FieldForm, type FieldLoaders } from '../../../content/fields/index.ts';
import { loadOptions } from '../api.ts';
import { DataFrame } from './data-frame.tsx';
import { useStepContext } from './step-context.ts';

/** The settings of a piece step or trigger that its form changes. */
interface PieceInput {
  input: Record<string, unknown>;
  connectionId?: string;
}

interface PieceFormProps {
  piece: PieceDescription | undefined;
  /** The action or trigger. */
  member: PieceDescription['actions'][number] | undefined;
  settings: PieceInput;
  /** Messages by the name of the field. */
  errors: Record<string, string>;
  onChange: (settings: { input: Record<string, unknown>; connectionId: string | undefined }) => void;
}

const valuesOf = (input: Record<string, unknown>): FieldValues => (isObject(input) ? input : {});

type NewConnectionProps = Parameters<NonNullable<FieldLoaders['newConnection']>>[0];

/** The dialog for a new connection of the kind that the piece works with. */
const NewConnection = ({ service, kind, onCreated, onClose }: NewConnectionProps) => {
  const { data } = useRead(connections.endpoints.kinds, { query: {} });
  const configuration = data?.configurations.find((it) => it.service === service && it.kind === kind);
  if (configuration === undefined) return null;
  return (
    <ConnectionSettings
      kind={configuration}
      onClose={onClose}
      onSaved={({ connectionId }) => onCreated(connectionId)}
    />
  );
};

type PieceConnection = NonNullable<PieceDescription['connection']>;

const connectionField = ({ service, kind, title, isRequired }: PieceConnection): Field => ({
  name: 'connectionId',
  label: 'Connection',
  type: 'CONNECTIONS',
  service,
  kind,
  required: isRequired,
  description: `${title}. Its secrets are stored encrypted.${isRequired ? '' : ' Leave this empty when none are needed.'}`,
});

/** The form of a step or trigger that is made of a piece. */
export const PieceForm = ({ piece, member, settings, errors, onChange }: PieceFormProps) => {
  const { isReadOnly } = useStepContext();
  const { input, connectionId } = settings;
  if (piece === undefined || member === undefined) {
    return <p className="note">What was set here is kept until something else is chosen.</p>;
  }
  const connection = usesConnection(member) ? piece.connection : null;
  const loaders: FieldLoaders = {
    options: async (field, values) => {
      const body = { member: member.name, field: field.name, input: values, connectionId };
      return (await loadOptions(piece.name, body)).options;
    },
    newConnection: (dialog) => <NewConnection {...dialog} />,
  };
  return (
    <fieldset className="stack-4" disabled={isReadOnly} aria-label="Settings">
      {connection === null ? null : (
        <FieldForm
          fields={[connectionField(connection)]}
          values={{ connectionId: connectionId ?? '' }}
          loaders={loaders}
          errors={errors}
          onChange={(values) => {
            const chosen = values['connectionId'];
            onChange({
              input,
              connectionId: typeof chosen === 'string' && chosen !== '' ? chosen : undefined,
            });
          }}
        />
      )}
      {member.fields.length === 0 && connection === null ? (
        <p className="note">There is nothing to set here.</p>
      ) : null}
      {member.fields.length === 0 ? null : (
        <FieldForm
          fields={member.fields}
          values={valuesOf(input)}
          loaders={loaders}
          errors={errors}
          Frame={DataFrame}
          onChange={(values) => onChange({ input: values, connectionId })}
        />
      )}
    </fieldset>
  );
};
