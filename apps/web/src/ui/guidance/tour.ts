import classes from './tour.module.css';

export interface TourStep {
  /** The `data-tour` of what the step explains; where it is not to be seen, the step stands in the middle. */
  anchor: string;
  title: string;
  text: string;
}

interface Tour {
  /** Texts of ours only: they are shown as HTML. */
  steps: readonly TourStep[];
  lastLabel?: string;
  /** After the last step, or when the person closed it before. */
  onEnd: () => void;
}

const visibleElement = (anchor: string): Element | undefined =>
  [...document.querySelectorAll(`[data-tour="${anchor}"]`)].find((element) => element.checkVisibility());

const stepOf = ({ anchor, title, text }: TourStep) => {
  const element = visibleElement(anchor);
  return { popover: { title, description: text }, ...(element ? { element } : {}) };
};

/**
 * Leads through a screen, one highlighted place at a time: focus lies in the popover, arrow keys move, Escape ends, and
 * focus goes back to where it was. Gives the way to take it away without ending it, for a screen that is left.
 */
export const startTour = async ({ steps, lastLabel = 'Done', onEnd }: Tour): Promise<() => void> => {
  const [{ driver }] = await Promise.all([import('driver.js'), import('driver.js/dist/driver.css')]);
  const before = document.activeElement;
  let isTakenAway = false;
  // Banners and lists arrive later and move what is highlighted.
  const layout = new ResizeObserver(() => tour.refresh());
  const tour = driver({
    steps: steps.map(stepOf),
    animate: false,
    popoverClass: classes.popover ?? '',
    stageRadius: 8,
    disableActiveInteraction: true,
    showProgress: true,
    progressText: '{{current}} of {{total}}',
    nextBtnText: 'Next',
    prevBtnText: 'Back',
    doneBtnText: lastLabel,
    onPopoverRender: ({ closeButton, wrapper }) => {
      closeButton.setAttribute('aria-label', 'Close the tour');
      // The first button gets the focus, and that should be the one to go on with.
      wrapper.append(closeButton);
      wrapper.setAttribute('aria-modal', 'true');
    },
    onDestroyed: () => {
      layout.disconnect();
      if (isTakenAway) return;
      if (before instanceof HTMLElement) before.focus();
      onEnd();
    },
  });
  tour.drive();
  layout.observe(document.body);
  return () => {
    isTakenAway = true;
    if (tour.isActive()) tour.destroy();
  };
};
