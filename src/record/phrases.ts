/** How the warning begins that names the rows in which no leak is looked for. */
export const leaksUnseen = "no leak check of";
