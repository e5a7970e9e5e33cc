/** How the warning begins that names the rows in which no leak is looked for. */
export const leaksUnseen = "memory that calls keep is not looked for in";
