/** The part of a row of which only what was assigned is right. */
export const NOTHING_TEMPORARY = {
  overrideUrl: null,
  overrideContentId: null,
  overrideUntil: null,
  shownUrl: null,
  shownContentId: null,
  shownSource: null,
  shownUntil: null,
  nextChangeAt: null,
};
