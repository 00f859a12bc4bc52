/** Path of Swagger UI, in the service and in its own app. */
export const swaggerUiPath = '/docs'
