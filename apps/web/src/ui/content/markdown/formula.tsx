import { useEffect, useRef } from 'react';
import temml from 'temml';
import classes from './formula.module.css';

interface FormulaProps {
  tex: string;
  isBlock: boolean;
}

/**
 * Draws a formula as MathML. No command may set a link, a picture, a class or a style, and a formula that cannot be read is shown as it was
 * written.
 */
export const Formula = ({ tex, isBlock }: FormulaProps) => {
  const root = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    try {
      temml.render(tex, element, {
        displayMode: isBlock,
        throwOnError: true,
        trust: false,
        maxExpand: 1000,
        maxSize: [20, 1000],
      });
    } catch {
      const code = document.createElement('code');
      code.textContent = tex;
      element.replaceChildren(code);
    }
  }, [tex, isBlock]);
  return <span ref={root} className={isBlock ? classes.block : classes.line} />;
};
