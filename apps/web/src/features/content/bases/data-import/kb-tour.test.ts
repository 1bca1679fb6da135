import { describe, expect, it } from 'vitest';
import { kbTour } from './kb-tour.ts';

describe('the tour of the import', () => {
  it('is about “Select Knowledge Source” in its first step', { tags: ['TOUR-02'] }, () => {
    expect(kbTour[0]?.title).toBe('Select Knowledge Source');
  });

  it('is about “Data Source Configuration” in its second step', { tags: ['TOUR-03'] }, () => {
    expect(kbTour[1]?.title).toBe('Data Source Configuration');
  });

  it('is about “Text Data Refinement” in its third step', { tags: ['TOUR-04'] }, () => {
    expect(kbTour[2]?.title).toBe('Text Data Refinement');
  });

  it('is about “Execute and Finish” in its fourth step', { tags: ['TOUR-05'] }, () => {
    expect(kbTour[3]?.title).toBe('Execute and Finish');
  });

  it('has no other steps', () => {
    expect(kbTour).toHaveLength(4);
  });
});
