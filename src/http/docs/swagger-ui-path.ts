/** Where Swagger UI stands, in the service as in its own app. */
export const swaggerUiPath = '/docs'
