import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { MarkdownRenderer } from '../../../../ui/content/markdown-renderer.tsx';
import classes from './output.module.css';

/** Names of fields as people read them: `next_step` is "Next step". */
const readable = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const Value = ({ value }: { value: JsonValue }) => {
  if (value === '' || value === null || (Array.isArray(value) && value.length === 0))
    return <span className={classes.none}>None</span>;
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'string') return <span className={classes.text}>{value}</span>;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return (
      <ul className={classes.list}>
        {value.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    );
  return <code className={classes.text}>{JSON.stringify(value)}</code>;
};

/** The result of a worker: its fields, or its text. */
export const Output = ({ value }: { value: JsonValue }) => {
  if (!isObject(value))
    return <MarkdownRenderer>{typeof value === 'string' ? value : JSON.stringify(value)}</MarkdownRenderer>;
  return (
    <dl className={classes.fields}>
      {Object.entries(value).map(([name, each]) => (
        <div key={name} className={classes.field}>
          <dt>{readable(name)}</dt>
          <dd>
            <Value value={each ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
