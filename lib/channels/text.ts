/** A text of at most so many characters, with an ellipsis where it was cut. */
export const cut = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
};
