/** Before a person leaves what is not saved. */
export const leave = {
  title: 'Leave without saving?',
  text: (fields: string) => `These entries are not saved: ${fields}.`,
  stay: 'Stay here',
  go: 'Leave without saving',
};
