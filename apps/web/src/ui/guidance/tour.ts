import classes from './tour.module.css';

export interface TourStep {
  /**
   * The `data-tour` attribute of the element that the step explains. When the element is not visible, the step is shown in the middle of
   * the page.
   */
  anchor: string;
  title: string;
  text: string;
}

interface Tour {
  /** Only texts from this code base: they are inserted as HTML. */
  steps: readonly TourStep[];
  lastLabel?: string;
  /** Called after the last step, or when the user closes the tour earlier. */
  onEnd: () => void;
}

const visibleElement = (anchor: string): Element | undefined =>
  [...document.querySelectorAll(`[data-tour="${anchor}"]`)].find((element) => element.checkVisibility());

const toDriveStep = ({ anchor, title, text }: TourStep) => {
  const element = visibleElement(anchor);
  return { popover: { title, description: text }, ...(element ? { element } : {}) };
};

/**
 * Guides the user through a screen, one highlighted element at a time. The focus is in the popover, arrow keys move, Escape
 * ends the tour, and the focus returns to where it was. Resolves to a function that removes the tour without ending it, for
 * when the screen is left.
 */
export const startTour = async ({ steps, lastLabel = 'Done', onEnd }: Tour): Promise<() => void> => {
  const [{ driver }] = await Promise.all([import('driver.js'), import('driver.js/dist/driver.css')]);
  const before = document.activeElement;
  let isTakenAway = false;
  // Banners and lists arrive later and move the highlighted element.
  const layout = new ResizeObserver(() => tour.refresh());
  const tour = driver({
    steps: steps.map(toDriveStep),
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
      // The first button gets the focus, and that should be the one that continues.
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
