import { Children, type ComponentProps, isValidElement, lazy, type ReactNode, Suspense } from 'react';
import { useCopied } from '../use-copied.ts';
import classes from './code.module.css';
import { formulaMarks } from './split-text.ts';

/** Formulas and colours load with the first answer that has them. If they cannot be loaded, the text is shown as it was written. */
const Formula = lazy(() =>
  import('./formula.tsx').then(
    (loaded) => ({ default: loaded.Formula }),
    () => ({ default: ({ tex }: { tex: string; isBlock: boolean }) => <code>{tex}</code> }),
  ),
);
const Highlighted = lazy(() =>
  import('./highlighted.tsx').then(
    (loaded) => ({ default: loaded.Highlighted }),
    () => ({ default: ({ text }: { text: string; language: string }) => text }),
  ),
);

const toPlainText = (children: ReactNode): string =>
  Children.toArray(children)
    .map((child) => (typeof child === 'string' ? child : ''))
    .join('');

const parseLanguage = (className: string | undefined): string | undefined =>
  /language-(\S+)/.exec(className ?? '')?.[1]?.toLowerCase();

const parseFormula = (text: string) => {
  const isBlock = text.startsWith(formulaMarks['block-formula']);
  return isBlock || text.startsWith(formulaMarks['line-formula'])
    ? { tex: text.slice(1), isBlock }
    : undefined;
};

/** Code in a line, the content of a code block, or a formula. */
export const Code = ({ className, children }: ComponentProps<'code'>) => {
  const text = toPlainText(children);
  const language = parseLanguage(className);
  const formula = language === 'math' ? { tex: text, isBlock: true } : parseFormula(text);
  if (formula)
    return (
      <Suspense fallback={<code>{formula.tex}</code>}>
        <Formula key={formula.tex} {...formula} />
      </Suspense>
    );
  if (language === undefined) return <code>{children}</code>;
  return (
    <code className={className}>
      <Suspense fallback={text}>
        <Highlighted text={text} language={language} />
      </Suspense>
    </code>
  );
};

const CopyCode = ({ text }: { text: string }) => {
  const { copied, copy } = useCopied();
  return (
    <button type="button" className={classes.copy} onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? 'Copied' : 'Copy code'}</span>
    </button>
  );
};

const readCodeProps = (children: ReactNode): ComponentProps<'code'> | undefined => {
  const [only] = Children.toArray(children);
  return isValidElement<ComponentProps<'code'>>(only) ? only.props : undefined;
};

/** A long line of code scrolls on its own, so the keyboard must be able to reach it. */
const scrollRegion = { role: 'region', tabIndex: 0 };

/** A block of code with a button that copies it. A block in the language `math` is a formula. */
export const Preformatted = ({ children }: ComponentProps<'pre'>) => {
  const code = readCodeProps(children);
  if (parseLanguage(code?.className) === 'math') return children;
  return (
    <div className={classes.block} dir="ltr">
      <pre {...scrollRegion} aria-label="Code">
        {children}
      </pre>
      <CopyCode text={toPlainText(code?.children)} />
    </div>
  );
};
